/** The colors and type of the admin for the viewer, in both themes. Its own sheet has only a light one. */
export const theme = `:root {
  color-scheme: light dark;
  --surface: light-dark(#fff, #131717);
  --raised: light-dark(#f5f8f8, #1b2020);
  --text: light-dark(#161c1c, #ebeeee);
  --second: light-dark(#4f5959, #a9b1b1);
  --line: light-dark(#dbe0e0, #333a3a);
  --accent: light-dark(#0b6466, #7fd0cd);
}
body { margin: 0; background: var(--surface); color: var(--text); font: 14px/22px system-ui, sans-serif; }
.home { display: flex; gap: 1rem; padding: 0.75rem 1.25rem; border-bottom: 1px solid var(--line); }
.home a { color: var(--accent); }
.swagger-ui, .swagger-ui :is(p, h1, h2, h3, h4, h5, label, li, table, td, th, a.nostyle, .info .title, .opblock-tag,
  .opblock-tag small, .opblock-summary-path, .opblock-summary-description, .parameter__name, .parameter__type, .response-col_status,
  .response-col_links, .tab li, .model, .model-title, .prop-type, .prop-format, .servers > label, .renderedMarkdown, .btn) {
  color: var(--text); font-family: system-ui, sans-serif;
}
.swagger-ui :is(.opblock-tag small, .parameter__type, .prop-type, .prop-format, .opblock-summary-description) { color: var(--second); }
.swagger-ui :is(.info a, .link) { color: var(--accent); }
.swagger-ui .renderedMarkdown code { background: var(--raised); color: var(--accent); overflow-wrap: anywhere; }
.swagger-ui .opblock-tag { gap: 0.5rem; margin: 0; padding: 0.5rem; }
.swagger-ui .opblock-tag small { flex: 1; min-width: 0; padding: 0; }
.swagger-ui .opblock-tag small p { color: var(--text); font-size: 0.9375rem; font-weight: 600; }
.swagger-ui .opblock-tag small code { margin-left: 0.5rem; font-weight: 400; }
.swagger-ui .opblock-tag:has(small p) > a.nostyle { order: 1; color: var(--second); font-size: 0.8125rem; font-weight: 400; }
.swagger-ui .opblock-tag > button { order: 2; }
@media (max-width: 40rem) { .swagger-ui .opblock-tag:has(small p) > a.nostyle { display: none; } }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: var(--raised); }
.swagger-ui .info .title small pre { color: var(--second); }
.swagger-ui .btn.authorize { border-color: var(--accent); color: var(--accent); }
.swagger-ui .btn.authorize svg, .swagger-ui .btn.authorize path { fill: var(--accent); }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui .info .title { font-size: 1.5rem; }
.swagger-ui .opblock-tag { border-color: var(--line); font-size: 1rem; }
.swagger-ui .opblock { border: 1px solid var(--line) !important; background: var(--raised) !important; box-shadow: none; }
.swagger-ui .opblock .opblock-summary { border-color: var(--line) !important; }
.swagger-ui .opblock .opblock-summary-method { min-width: 4.5rem; padding: 0.2rem 0.5rem; background: none !important;
  border: 1px solid currentColor; color: var(--accent); font-size: 0.75rem; text-shadow: none; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { color: light-dark(#a32820, #f3a59c); }
.swagger-ui .opblock .opblock-section-header { background: var(--surface); box-shadow: none; }
.swagger-ui :is(.scheme-container, section.models, .model-box, .dialog-ux .modal-ux) { background: var(--raised); box-shadow: none; border-color: var(--line); }
.swagger-ui :is(input, select, textarea) { background: var(--surface) !important; color: var(--text) !important; border: 1px solid var(--second) !important; }
.swagger-ui .btn { border-color: var(--second); box-shadow: none; }
.swagger-ui .btn.execute { background: var(--accent); border-color: var(--accent); color: var(--surface); }
.swagger-ui :is(.opblock-tag, .opblock-summary, .model-toggle, .models-control) :is(svg, path) { fill: var(--text); }
.swagger-ui :is(table thead tr td, table thead tr th) { border-color: var(--line); color: var(--text); }
`
