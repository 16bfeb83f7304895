/// The style sheet of charts, with a light and a dark color scheme. Signs differ in shape, not only in color.
enum ChartStyle {
  static let sheet = """

    svg{color-scheme:light dark;font-family:system-ui,"Noto Sans","DejaVu Sans",sans-serif}
    text{font-size:12px;fill:#1f2328}
    .title{font-size:19px;font-weight:600}
    .note,.key{font-size:13px}
    .note,.small,.number{fill:#59636e}
    .lane{font-weight:600}
    .small,.number{font-size:11px}
    .number{text-anchor:end}
    .time{text-anchor:middle}
    path{fill:none;stroke-linejoin:round}
    .ground{fill:#fff}
    .grid path{stroke:#e4e8ec}
    .scale path{stroke:#e4e8ec}
    .scale .base,.axis path{stroke:#8c959f}
    .intensity{fill:#7ea6d8;stroke:#2f65a7}
    .sharpness{stroke:#8250a8;stroke-width:2.5;stroke-linecap:round}
    .sent{fill:#eab676;stroke:#a35f00}
    .pitch{stroke:#a35f00;stroke-width:2.5;stroke-linecap:round}
    .felt{fill:#7cc08d;stroke:#1a7f37}
    .intended{stroke:#2f65a7;stroke-width:1.25;stroke-dasharray:3 2}
    .threshold{stroke:#59636e;stroke-dasharray:6 3}
    .sign{stroke-width:2;stroke-linecap:round}
    .guide{stroke-dasharray:2 3;opacity:.55}
    .lost{stroke:#c21f3a}
    .merged{stroke:#9a4b00}
    .delayed{stroke:#6639ba}
    @media (prefers-color-scheme:dark){
    text{fill:#e6edf3}
    .note,.small,.number{fill:#9aa4af}
    .ground{fill:#0f1318}
    .grid path,.scale path{stroke:#262d35}
    .scale .base,.axis path{stroke:#6b7580}
    .intensity{fill:#254a77;stroke:#79b0f2}
    .sharpness{stroke:#c79bf0}
    .sent{fill:#6b4410;stroke:#eaa94a}
    .pitch{stroke:#eaa94a}
    .felt{fill:#1c5530;stroke:#56c272}
    .intended{stroke:#79b0f2}
    .threshold{stroke:#9aa4af}
    .lost{stroke:#ff7b86}
    .merged{stroke:#f0a050}
    .delayed{stroke:#b794ff}
    }

    """
}
