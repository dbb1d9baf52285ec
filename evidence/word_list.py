"""The words behind `words.is_word`: frequent English words, months, places, and what stands before a year in data."""

from __future__ import annotations

from typing import Final

WORDS: Final = """
ibid fig figs vol vols ed eds eq est approx circa ca constant unweighted weighted nominal deflator expo
ab abandoned abc able abnormal about above abs absence absent absolute abstract accept acceptable accepted
accepts access accessed accesses accessible accessing accord according account achieve acid acquire across act
action active activity actual actually actuals acute add added adding addition additional address adds adjusted
administration admit adult advanced advised advisories aenter aexit affect affects afraid africa african after
afternoon again against age agency agent ago agree agreement ahead aid aim air algeria algorithm alias aliases
align aligned alignment alist alive all allergic allow allowable allowed allowing allows almost alone along
alongside alphanumeric already also alternate although always ambiguities ambiguity amended america american
amid among amount amsterdam an analysis ancestors ancient and angeles angle ankara annex annotated annotation
annotations announce annual anonymous another answer answers antarctica any anyone anything anywhere apollo
apostrophes appear appearing appears append appending appendix appends apple applicable application applications
applied applies apply approach appropriate appropriately approved april arabia arbitrary archived are area
argentina argue argument arguments arithmetic arm army around array arrays arrive art article artist as ascii
asia asian ask asked assembled assert assertion assign assigned assigning assignment assignments assigns assist
associated assume assumed assuming assuring asterisk asymmetry asynchronous at athens atom attached attack
attempt attempted attempting attempts attention attr attribute attributeref attributes audited auditing
augmented augop augtarget august australia austria author authority automatic automatically autumn available
average avoid avoided awaitable award aware away baby back background backslash backslashes backwards bacon bad
bag balance ball band bangkok bangladesh bank bar base based baseline bases basic battle baz be beach bear beat
beautiful because become becomes bed beef been beer before begin beginning begins behave behaves behaving
behavior behaviors behaviour behind beijing being belgium belief believe bell below benefit berlin berry besides
best better between beyond bible bicycle big bill billion bin binary bind bindigit binding bindings binds
bininteger bird birth bishop bit bitcoin bits bitwise black blank block blocking blocks blood blue board boat
body bomb bond book boolean boot border born boston both bottom bound boundaries bounds box boy bpnumber br
brace braces brackets brain branch brazil bread break breakage breakfast breaking breakpoint breakpoints breaks
brexit brick bridge brief bright bring britain british broad brother brown brussels bubbles bucket budapest
budget build building builds built builtin bull burn bus busan business busy but butter buy by bypassed
bypassing byte bytearray bytecode bytesescapeseq bytesliteral bytesprefix cabinet cache cairo cake calculated
calculating calendar california call callable callables called caller calling calls calm camera camp campaign
can canada canceled cancer candidate cannot capital capitalize capitalized capture car card care career
carefully carry case cased casefold cases cat catch catching categories category cattle caught cause caused
causes causing caveat ceil cell census center centered central century certain chain chaining chair challenge
chance change changed changes chapter char character characters charge chars chart cheap check checked checkers
checking cheese chest chicago chicken child children chile china chinese choice choose chosen church
circumstances citizen city civil claim clashes class classdef classes classname clause clauses clay clean
cleanup clear cleared clears client climate clinic clock close closing closure cloth cloud cmowz coach coal
coast code codecs coefficient coercion coffee coin cold collected collection collections collector collects
college colombia colon color column com combination combinations combined combining come comma command commands
commas comment comments commercial commission committee common commonly community company compare compared
compares comparing comparison comparisons compatibility compatible compile compiled compiler completed
completekey complex complexity complicated components compound comprehension comprehensions compute computed
computer concatenating concatenation concept concern concise concrete condition conditional conditions
conference confusion congress conjunction connected consecutive consequence consider considered consistency
consistent consisting consists console constant constants constructed constructing construction constructor
constructs consumer contain contained container containers containing containment contains content contents
context contexts continuation continue continues continuing contract contrast control controlled controls
convenient convention conventional conversion conversions convert converted converting converts cook cool coord
copenhagen copied copper copy corn corner corporate correct corrected correctly correctness correspond
correspondence corresponding corresponds cost costs cotton could council count counter counting country county
couple course court cover covers covid cow cream create created creates creating creation credit crew crime
crisis crop cross crowd crown cuba culture cup curly current currently custom customer customization customize
customized cut cycle cycles cyclic daily dallas damage dance dark data database dataset date datetime daughter
day days dbm de dead deadlock deal death debate debt debugged debugger debugging decade december decide decimal
decinteger decision declaration declarations declare declared decode decorated decorating decorator decorators
decrements deep def default defaulting defaults defense define defined defines defining definition definitions
defparameter degree delegate delegates delegation delete deleted deletion deletions delhi delimited delimiter
demand democratic denial denmark denote denotes denver deny department depend dependent depending depends
deprecated deque derived describe described describes description descriptions descriptor descriptors design
desirable desired despite destroyed destruction destructor detail details detected detection detects determine
determined determines develop diamond dictionaries dictionary dictview did didn die differ difference different
differently differs difficult digit digitpart digits dinner dir direct direction directive directly director
directory dirt disabled disallowed discarded discover discuss discussed disease dish dishes display displayed
displays distance distinguishes district division divmod do docstring docstrings doctor document documentation
documented does doesn dog doing dollar don done door dot dots dotted double down draft draw dream dress drink
drive drop drug dry dubai due duke dunder duplicate during dust duty dynamic dynamically each eager ear earlier
early earn earth ease easier easily east eastern easy eat economic economy edge edition education effect
efficiency efficient effort eg egg eggs egypt eight either election element elements elephant elp else elsewhere
emperor empire employee empty emulate enable enabled enables encapsulated enclosed enclosing encode encoded
encoding encountered end ends enemy energy enforce enforces engine england english enjoy enough ensure enter
entered entering entire entries entry environment equal equality equals equivalent error errors escape escaped
escapes especially establish established estimate estimated estimates etc ethiopia euro europe european eval
evaluate evaluated evaluates evaluating evaluation evaluations even evening event events eventually ever every
everyone everything evidence exact exactly example examples exc except excepting exception exceptional
exceptions excess exclamation excluding exclusively exec executable execute executed executes executing
execution executive exhausted exhaustive exist existing exists exit exited exits exp expandtabs expect
expectation expected experience expert explain explained explanation explicit explicitly exploit exponent
exponentfloat export expressed expressing expression expressions extend extended extends extension external
extra extract eye face fact factor fail failed failing fails failure fair faith fake fall fallback falls false
family famous fan far farm fashion fast fat father fbb fear feather feature features february fed federal feel
female fever few fg fiction field fields fight figure figures file filename files fill fillchar filled film
final finalization finalizer finally finance financial find fine finger finish finished finishes finite finland
fire firm first fiscal fish fit five fixed flag flags flavors fleet flexibility flight float floating
floatnumber floats flood floor florida flow flower fly focus fog follow followed following follows food foot for
force fore forecast foreign forest forget form formal format formats formatted formatting formed former forms
formula forth forward found four fraction frame frames france francisco free french fresh friday friend friends
from fromkeys front frozenset fruit fuel fukuoka full funcdef funcname function functionality functions
functools fund fur further future gain game garbage garden gas gate gc general generally generate generation
generator generic geneva german germany get getattribute getdoc gets getting ghana ghost giant girl give given
gives giving glass global go goal goals goat goes going gold gone good government grain grained grammar grand
grape grass great greater greece green gross ground group grouping groups grow growth guaranteed guarantees
guard guess guest guide guilty gulf gun habit had hair half hand handle handled handler handlers handles
handling hang hanoi happen happened happens happy hard has hash hashable hashed hashing hat have having head
header health hear heart heat heavily heavy height hello help helsinki hence her here herself heterogeneous hex
hexadecimal hexdigit hexinteger hh hide hides hierarchy high highest hill him himself hint hints his history hit
hokkaido hold holds hole holy home homogeneous honest honey hong honored hook hooks hope horse hospital hot
hotel hour hours house houston how however html http https huge human humans hundred husband ice iceland id idea
identical identified identifier identifiers identify identities identity if ignore ignored ill illegal
illustrate illustration imag image imaginary imagnumber immediate immediately immutability immutable impact
implement implementation implementations implemented implementing implements implicit implicitly implied implies
imply import important imported importlib imposed improper improperly improve improved in inaccessible
inappropriate include included includes including inclusive income incompatible incorrectly increase indeed
indented independent index indexed indexes indexing india indian indicate indicated indicates indicating indices
indirect indirectly individual indonesia industry inequality inf infinite infinity informal informally
information inherit inheritance inheriting inherits initialised initialization initialize initialized
initializing inner input inputs insert inserted inserting insertion inserts inside inspect inspects inst
instance instances instantiated instantiating instead institution instruction instructions integer integers
integral intended intentional interactive interchangeably interest interface interfaces interim internal
international internationalization interoperate interpretation interpreted interpreter interrupted interval
interview into intrinsic introduced introduces introspection intuitive invalid inverse inversion inverts
investment invocation invocations invoke invoked invokes invoking involve involved involving io iran iraq
ireland iron irrefutable is isalpha isclass isdecimal isdigit isidentifier iskeyword island isn isnumeric israel
issubclass issue istanbul isupper it italian italy item items iterable iterables iterate iterated iterates
iterating iteration iterator its itself jack jacket jail jakarta january japan japanese jerusalem jewel job join
joke jordan journey judge juice july jump jumps june jury just justice justified keep keepends keeping keeps
kenya key keyed keys keyword keywords kid kiev kill kind kinds king kingdom kl knee knife know knowledge known
kong korea korean kuwait kwds kyiv kyoto labor lack lacks lady lagos lake lamp land language lanka large larger
last lastly late later latitude latter laugh law lawyer lay layouts lead leader leading leaf learn least leather
leave leaves leaving lebanon left leg legal lemon length less let lets letter letters level levels lexical
lexicographically library libya lie life light like likely limit limitation limitations limited line lines
linked lion lip lisbon list listed listen listing lists literal literals little live liver load loaded loading
loan local locale locally location lock locking logical london long longbytes longbyteschar longbytesitem longer
longitude longstring longstringchar longstringitem look looked looking looks lookup lookups loop loops lord lose
loss losses losslessly lost lot love low lower lowercase lowercasing lowest lst lstrip lunch machine machinery
made madrid magic maid main mainly maintain major make makes maketrans malaysia male man manage manager managers
mangled manila manner many map mapped mapping mappings maps marble march mark marked market marks marriage mask
master match matched matches matching material math mathematical mathematically matrix matter max maxsize
maxsplit may mayor me meal mean meaning meaningful meanings means measured meat mechanism medal median meet
meets melbourne member members membership memory memoryview mention mentioned menu mercy merely message messages
metaclasses metal method methods mexico middle midnight might mild military milk million min mind mine mini
minimum minister ministry minor minus minute minutes mirror miss missing mission mist mix mo mobile mod mode
model models modern modified modifies modify modifying module modules modulo moment monday money monk monkey
month monthly months montreal moon moral more morning morocco mortem moscow most mostly mother motion motivation
mountain mouth move movement movie much mud multi multiple multiplication mumbai murder muscle music must
mutability mutable mutated my myself nagoya nail nairobi name named names nan nation national natural nature nde
ndigits near nearest nearly necessarily necessary neck need needed needle needs negation negative neither nepal
nerve nest nested net netherlands network never new newline newlines newly news newspaper next nice nicely nick
nigeria night nine no noble nobody noise non none nonempty nonlocal nonnegative nonzero nonzerodigit noon nor
normal normalization normally north northern norway nose nosigint not notation notations note notes nothing
notice notion novel november now nowhere null num number numbers numeric numerical numerically nurse nut oak
obey object objects observed obtain obtained obvious occur occurred occurrence occurrences occurring occurs
ocean oceania ocert oct octal octdigit octets octinteger october of off offending offer office officer official
offsets often oil ok old olympics omit omitted on once one ones onion only onto ooo open opened operand operands
operates operation operations operator operators opinion optimization optimizations option optional optionally
options or orange ord order ordered ordering ordinal ordinals ordinary org organ organization original
originally originate os osaka oslo other others otherwise ottawa our out outer output outside oven over overlaps
overridden override overrides overriding overwrite overwrites overwritten own owner package packing padding page
pages pain paint pair pairs pakistan palace palm pan pandemic panel paper papers paragraph paralympics parameter
parameterized parameters parent parentheses parenthesized parents paris park parliament parse parser part
partial particular partner parts party pass passed passes passing past path pathname patient pattern patterns
pay pdbrc peace peak pen pending penguin people pepper per percent percentage perform performance performed
performs perhaps period permit permitted person peru phase philippines phone photo phrase physical pi pick
picture piece pig pilot pink pipe pit pkg place placed plan plane planned plans plant plate play player players
please plus pm poem poet point pointfloat points poison poland pole police policy political pool poor pop pope
popitem popular population port portugal position positional positions positive possible possibly post postpone
postponed potato pound pow powder power powerful practice practices prague pray pre precarious precede preceded
precedence preceding precise precision predictable predicted prefix prefixed prefixes preliminary prepare
prepared presence present presentation presented preserve preserved preserving president press pressure pretty
prevent prevents previous previously price prices priest primary prime prince princess print printable printed
printf printing prints priority prison private prize probably problem proceeds process processed produce
produced produces product production professor profit profits program programs project projected projection
prompt proof propagated proper properties property proposal proposed protect protection protocol proud prove
provide provided provides providing provisional proxy public published pull pupil pure purely purple purpose
purposes push put pyongyang qatar qualified quality quarter quarterly queen question quick quiet quite quote
quoted quotes rabbit race radio rail rain raise raised raises raising random randomization range rapid rapist
rare rat rate rates rather ratio raw rb re reach reached reaches read readrc ready real reality really reason
reasons rebel receive received receives receiving recent recognised recognized recommended record recreate
recursion recursively red redefine redefinition reduce reduced refer reference referenced references referred
refers reflect reflected reflection reflexive reflexivity regardless region registered regular regulation relate
related relations relationships relative release relevant reliable relied religious rely remain remainder
remaining remains remember remind removal remove removed removeprefix removes removesuffix removing renders rent
repair repeat repeated repeatedly repeats repetition replace replaced replacement replacing report reported
reports represent representation representations represented representing represents republic requested require
required requires reraise reraised rescue research reserved reserves reset resolution resolved resolving
resource resources respective respectively respond response responsibility rest restart restoring restricted
restriction restrictions restrictive result resulting results resumed resurrected resurrection retain retrieval
retrieve retrieved retrieves retrieving retry return returned returning returns reuse revenue revenues reverse
reversed reverses reversible reversing review reviews revised reward rewritten rfind rice rich ride rifle right
rightmost ring rise risk rival river rkl road robot rock role rome roof room root rope rose rough roughly round
rounding royal rsplit rstrip rubber rule rules run runcall runeval running russia russian sad safe said sail
salad sales salt salted same sample samples sand sapporo satisfy saturday sauce sausage save saved saving say
scale scanning scene school science scientific scientist scope scopes scoping score scotland screen script sea
search searched searches searching season seat seattle second secret secretary section sections security see
seed seek seem selected selects self sell semantically semantics semicolon senate send sense sensitive sentence
seoul sep separate separated separating separator september sequence sequences series serious serve service
session set setdefault sets setting settle seven several sex shadow shall shallow shanghai shape share shared
shares sharp she sheep shelf shell shift shifting ship shirt shock shoe shoot shop short shortbytes
shortbyteschar shortbytesitem shortcut shorthand shortstring shortstringchar shortstringitem shot should
shoulder show shown shows shutdown side sight sign signal signals significant significantly signify silk silver
similar simple simplest simplified simply sin since sing singapore single singleton singletons sister sit site
situation situations six size sizes sjoerd skill skin skip skipping skips skull sky slaughter slave sleep slice
slices slicing slightly slim slot slots slotted slow small smaller smart smile smoke smooth snake snow so soap
social society sock soft soil soldier sole solid solution some somebody someone something sometimes son song
soon sort sorted sorting sorts soul sound soup source sources south southern space spaces spacious spain spam
spanish spare speak special specially specific specification specifications specified specifiers specifies
specify specifying speech speed spend spider spirit split splitlines splits splitting spoon sport spread spring
square ss stable stack staff stage stair stand standalone standard star starred start started starting starts
state statement statements states static statically station stay steam steel stem step steps stick still stock
stockholm stone stop stopping stops store stored storing storm story stove straight strange stranger street
strict strictly stride string stringescapeseq stringliteral stringprefix strings strip stripped strong strongly
structural structure student studies study stuff stupid style sub subclass subclasses subclassing subject
subpattern subpatterns subscript subscripted subscripting subscription subsequent substituted substring subtle
subtotal subtraction subtype succeed succeeded succeeds success successful successively such sudan sudden suffer
suffix sugar suggest suit suitable suite suites sum summer sun sunday super superclass superset supplied supply
support supported supporting supports suppress suppressed supreme sure surface surprise surrounded surrounding
survey surveys suspend suspended swapcase swapped sweden sweet swim switzerland sword sydney symbol symbols
symmetric syntactic syntactically syntax syria system tab table tables tabsize tail taipei taiwan take taken
takes tale talk tall tank target targets tax tea teach teacher team tear technology tell temple temporarily ten
tend tender tennis tent term terminate terminates termination terms ternary test tested testing tests texas text
textually th thailand than thank that the their them themselves then there therefore thereof these they thick
thief thin thing think third this those though thought thousand thousands thread threat three throat through
throughout throw thursday thus ticket tide tie tiger tight tightly till time times tin tiny tired title
titlecase titlecased to tobacco today together tokyo told tomato tomorrow tone tongue tonight too tools tooth
top toronto total totals touch toward towards tower town toy trace tracebacks tracing track trade traffic
trailing train transformation transformed translate translated translates translation travel treasure treasury
treat treated treatment treaty tree trend trial trials tribe tried tries trip triple trouble truck true trunc
truncated truncates trust truth try tube tuesday tunisia turkey turn twin two txt type typed types typical
typically typing ugly ukraine ultimately unaffected unambiguous unary unaudited unavailable unbind unbound
uncased unchangeable unchanged uncle unconditionally undefined under underlying underscore underscores
understand understood unequal unescaped unexpected unfilled unhashable unicodedata uniform union unique unit
united unknown unless unlike unlimited unlisted unlocking unpacking unpackings unpredictable unreachable
unrecognized until unused unusual up update updated updates updating upon upper uppercase urban us usable usage
use used useful user users uses using usual usually val valid validity valley value values vancouver variable
variables varies various vary vast vehicle vein venezuela version versions versus vertical very via victim video
vienna vietnam view views village violations virtual virus visibility visible visit voice volume volumes vote
wage wait wales walk wall want wanting wants war warm warning warsaw was washington watch water wave way ways we
weak weapon wear weather web wednesday week weekly weeks weight well were west western wet what whatever wheat
wheel when whenever where whether which while whip white whitespace who whoami whole whom whose why wide widow
width wife wild wildcard will win wind window windows wine wing winner winter wire wise wish wishes witch with
within without wolf woman won wonder wood wool word words work workaround worker working works world worry worst
worth would wound wrap wrapped wrapper writable write writer writes writing written wrong www xxxx xxxxxxxx
yacht yard year years yellow yen yes yesterday yet yield yields yokohama york you young your yourself youth yuan
zealand zero zeros zfill zip zone zoo zurich
"""
