"""The sample PDF: the annual report that gives the visitor figures."""

ANNUAL_REPORT: list[list[str]] = [
    [
        "Hoshino Observatory",
        "Annual report 2023",
        "",
        "This report covers the calendar year 2023. It was approved by the board on 2 March 2024.",
    ],
    [
        "Visitors",
        "",
        "In 2023 the observatory received 41,200 visitors, the highest figure since it opened.",
        "In 2019, the last full year before the closure, it had received 27,900 visitors.",
        "About a third of all visitors came with a school group.",
    ],
]
