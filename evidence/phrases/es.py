"""What walls say in Spanish (see `evidence.kind_phrases`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "bot_check": (
        "no (?:eres|soy|es) un robot",
        "(?:eres|es) humano",
        "tráfico inusual",
        "acceso denegado",
        "verificando (?:tu|su) navegador",
        "acceso[^.!?]{0,20}(?:prohibido|denegado|restringido|bloqueado)",
        "demasiadas (?:peticiones|solicitudes)",
        "no tienes? (?:permiso|autorización|acceso)",
        "que (?:no )?eres[^.!?]{0,8}(?:robot|humano)",
        "actividad (?:inusual|sospechosa)",
        "solicitudes automatizadas",
        "no eres un bot",
    ),
    "soft_404": (
        "p[áa]gina[^.!?]{0,40}(?:no encontrada|no existe|no se encuentra|fue eliminada|no está disponible)",
        "no (?:encontramos|hemos encontrado|se (?:ha )?(?:pudo|podido)? ?encontr[^ ]*) (?:la|esta|el)",
        "ya no (?:existe|está)",
        "en construcción",
        "no (?:puede|podemos|pudimos|se puede|hemos podido) encontrar",
        "no (?:se ha |fue |hemos )?encontrad[oa]",
        "(?:página|artículo|contenido|enlace|oferta)[^.!?]{0,40}(?:no existe|eliminad|borrad|caducad|no se encuentra)",
        "(?:página|artículo|contenido|producto|oferta)[^.!?]{0,40}no (?:está )?disponible",
        "(?:dirección|enlace|url)[^.!?]{0,20}(?:incorrect|errón|rot[oa]|no es válid)",
        "ya no está disponible",
        "pronto (?:estaremos|disponible)",
        "sitio en (?:construcción|obras)",
    ),
    "error": (
        "(?:ha ocurrido|se ha producido|ocurrió) un error",
        "algo (?:salió|ha salido|fue) mal",
        "en mantenimiento",
        r"(?:inténtalo|intentarlo|inténtelo|vuelve a intentar\w*)[^.!?]{0,20}(?:más tarde|nuevo)",
        "temporalmente (?:no disponible|fuera)",
        "no (?:está )?disponible en (?:tu|su) (?:país|región)",
        "(?:error|fallo) (?:interno|inesperado|del servidor|técnico)",
        "servidor[^.!?]{0,40}(?:sobrecarg|inactivo|no válid|no entendió|no esperada|error|caído)",
        "(?:servicio|sitio|página|web)[^.!?]{0,24}(?:temporalmente|en mantenimiento|fuera de servicio)",
        "puerta de enlace",
        "tiempo[^.!?]{0,24}(?:excedido|agotado|sobrepasado)",
        "(?:petición|solicitud) (?:inválida|incorrecta)",
        "problemas? técnicos?",
        "(?:ocurrió|ocurrido|producido|hubo) (?:un )?(?:error|problema)",
        "(?:volveremos|estaremos de vuelta)",
        "(?:país|región)[^.!?]{0,16}no (?:está )?disponible",
    ),
    "login_wall": (
        "inicia(?:r)? sesión (?:para|o)",
        "debes? iniciar sesión",
        "solo para (?:miembros|usuarios)",
        "usuario y (?:una |tu |la )?contraseña",
        "no autorizado",
        "autenticación (?:requerida|necesaria)",
        "(?:debes|tienes que|necesitas) (?:iniciar|estar|registrarte|identificarte)",
        "(?:inicia|iniciar|inicie) sesión (?:para|o|con|antes)",
        "regístrate (?:gratis |para|y)",
        "crea (?:una|tu) cuenta[^.!?]{0,16}(?:para|gratis)",
        "(?:exclusiv[oa]|solo|reservad[oa]) (?:para|a) (?:miembros|usuarios|registrados)",
        "sesión (?:ha )?(?:expirado|caducado)",
    ),
    "paywall": (
        "(?:exclusiv[oa]|solo) para (?:suscriptores|socios)",
        "suscr[íi]bete para",
        "ya (?:eres suscriptor|estás suscrito)",
        "(?:contenido|artículo|noticia)[^.!?]{0,24}(?:exclusiv|solo)[^.!?]{0,16}(?:suscriptor|socios|premium)",
        "(?:seguir|continuar) leyendo[^.!?]{0,24}(?:suscr|premium|hazte|accede)",
        "(?:suscríbete|hazte (?:premium|socio|suscriptor))[^.!?]{0,20}(?:leer|seguir|acceder|por|desde|y)",
        "(?:límite|agotado)[^.!?]{0,24}(?:artículos|gratis|gratuit)",
        "artículo de pago",
        "prueba gratis",
        "desbloquea",
    ),
    "consent_wall": (
        "(?:nosotros|socios|usamos|utilizamos)[^.!?]{0,40}cookies",
        "tu privacidad",
        "mayor de (?:edad|18)",
        "(?:uso|usa|usamos|utiliza|utilizamos)[^.!?]{0,30}cookies",
        "cookies[^.!?]{0,30}(?:acept|consent|rechaz|configur|propias)",
        "(?:tu|su) (?:consentimiento|privacidad)",
        "mayor de edad",
        r"(?:tienes|más de) (?:más de )?\d{2} años",
        "(?:aceptar|acepta) (?:los|las) (?:términos|condiciones)",
    ),
    "empty": (
        "(?:activa|habilita)r? javascript",
        r"^cargando\W*$",
        "redirigiendo",
        "será redirigido",
        "javascript[^.!?]{0,20}(?:desactivado|requerido|necesario|habilit|activ)",
        "redirigi(?:endo|do)",
        "navegador (?:no es compatible|obsoleto|está desactualizado)",
    ),
}
NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "bot_check": (
        "verificación(?: de seguridad)?",
        "acceso denegado",
        "prohibido",
        "acceso (?:prohibido|denegado|restringido)",
        "demasiadas peticiones",
    ),
    "soft_404": (
        "página no encontrada",
        "no encontrad[oa]",
        "página no (?:encontrada|disponible|existe)",
        "eliminad[oa]",
        "vaya.{0,4}",
        "ups.{0,4}",
    ),
    "error": (
        "mantenimiento",
        "error (?:interno|del servidor|500).{0,16}",
        "servicio no disponible",
        "(?:petición|solicitud) (?:inválida|incorrecta)",
        "en mantenimiento",
        "puerta de enlace.{0,24}",
        "tiempo límite.{0,40}",
    ),
    "login_wall": (
        "iniciar sesión",
        "acceso",
        "entrar",
        "(?:iniciar|inicia|inicio de) sesión",
        "no autorizado",
        "identifícate",
        "área privada",
    ),
    "consent_wall": (
        "tu privacidad.{0,16}",
        "(?:configuración|gestión) de cookies",
        "verificación de edad",
    ),
}
BUTTONS: Final[Mapping[str, tuple[str, ...]]] = {
    "login_wall": (
        "entrar",
        "iniciar sesión",
    ),
    "paywall": ("suscr[íi]bete",),
    "consent_wall": (
        "aceptar(?: todo)?",
        "rechazar",
    ),
}
LISTS: Final[tuple[str, ...]] = ()
EXPLAINS: Final[tuple[str, ...]] = (r"^(?:cómo|por qué)\b",)
TAKES_PART: Final[tuple[str, ...]] = (
    "para comentar",
    "un comentario",
)
