/** The viewer in the look of the admin, in both themes: its tokens (`tokens.css`) and its type. Its own sheet has only a light one. */
export const theme = `@font-face { font-family: 'Inter Variable'; font-display: swap; font-weight: 100 900; src: url(/api/docs/inter.woff2) format('woff2'); }
body { margin: 0; background: var(--surface); color: var(--text); font: var(--size-text)/var(--line-text) var(--font); }
.swagger-ui { font-family: var(--font) !important; }
.swagger-ui * { font-family: inherit !important; transition: none !important; }
.home { display: flex; gap: 1rem; padding: 0.75rem 1.25rem; border-bottom: 1px solid var(--line); }
.home a { color: var(--accent-text); }
.swagger-ui, .swagger-ui :is(p, h1, h2, h3, h4, h5, label, li, table, td, th, .nostyle, .info .title, .opblock-tag,
  .opblock-tag small, .opblock-summary-path, .opblock-summary-description, .parameter__name, .parameter__type, .response-col_status,
  .response-col_links, .tab li, .model, .model-title, .prop-type, .prop-format, .servers > label, .renderedMarkdown, .btn) {
  color: var(--text);
}
.swagger-ui :is(.opblock-tag small, .parameter__type, .prop-type, .prop-format, .opblock-summary-description) { color: var(--text-second); }
.swagger-ui :is(.parameter__in, .response-control-media-type__accept-message, .response-control-media-type__title) { color: var(--text-second); }
.swagger-ui .opblock .opblock-section-header :is(h4, label), .swagger-ui :is(.responses-inner, .opblock-description-wrapper, .opblock-title_normal,
  .modal-ux-content, .modal-ux-header, .scopes, .errors-wrapper, table.headers, .model-box, section.models) :is(h2, h3, h4, h5, p, td, label, .model) {
  color: var(--text);
}
.swagger-ui .parameter__name.required span, .swagger-ui .parameter__name.required::after { color: var(--red-text); }
.swagger-ui .highlight-code > .microlight, .swagger-ui .microlight { max-height: none; overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; }
.swagger-ui :is(.info a, .link) { color: var(--accent-text); }
.swagger-ui .renderedMarkdown code { background: var(--surface-sunken); color: var(--accent-text); overflow-wrap: anywhere; }
.swagger-ui .opblock-tag { gap: 0.5rem; margin: 0; padding: 0.5rem; }
.swagger-ui .opblock-tag small { flex: 1; min-width: 0; padding: 0; }
.swagger-ui .opblock-tag small p { color: var(--text); font-size: 0.9375rem; font-weight: 600; }
.swagger-ui .opblock-tag small code { margin-left: 0.5rem; font-weight: 400; }
.swagger-ui .opblock-tag:has(small p) > .nostyle { order: 1; color: var(--text-second); font-size: 0.8125rem; font-weight: 400; }
.swagger-ui .opblock-tag > button { order: 2; }
@media (max-width: 40rem) { .swagger-ui .opblock-tag:has(small p) > .nostyle { display: none; } }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: var(--surface-sunken); }
.swagger-ui .info .title small pre { color: var(--text-second); }
.swagger-ui .btn.authorize { border-color: var(--accent-text); color: var(--accent-text); }
.swagger-ui .btn.authorize svg, .swagger-ui .btn.authorize path { fill: var(--accent-text); }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui .info .title { font-size: 1.5rem; }
.swagger-ui :is(.opblock-summary-path, .opblock-summary-method, .microlight, .renderedMarkdown code, pre, textarea) { font-family: var(--font-code) !important; }
.swagger-ui .opblock-tag { border-color: var(--line); font-size: var(--size-heading); }
.swagger-ui .opblock { border: 1px solid var(--line) !important; border-radius: var(--radius); background: var(--surface-sunken) !important; box-shadow: none; }
.swagger-ui .opblock .opblock-summary { border-color: var(--line) !important; }
.swagger-ui .opblock .opblock-summary-method { min-width: 4.5rem; padding: 0.2rem 0.5rem; background: none !important;
  border: 1px solid currentColor; color: var(--accent-text); font-size: 0.75rem; text-shadow: none; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { color: var(--red-text); }
.swagger-ui .opblock .opblock-section-header { background: var(--surface); box-shadow: none; }
.swagger-ui :is(.scheme-container, section.models, .model-box, .dialog-ux .modal-ux) { background: var(--surface-sunken); box-shadow: none; border-color: var(--line); }
.swagger-ui :is(input, select, textarea) { background: var(--surface) !important; color: var(--text) !important; border: 1px solid var(--line-control) !important; }
.swagger-ui .btn { border-color: var(--line-control); box-shadow: none; }
.swagger-ui .btn.execute { background: var(--accent-solid); border-color: var(--accent-solid); color: var(--accent-on-solid); }
.swagger-ui :is(.opblock-tag, .opblock-summary, .model-toggle, .models-control) :is(svg, path) { fill: var(--text); }
.swagger-ui :is(table thead tr td, table thead tr th) { border-color: var(--line); color: var(--text); }
`
