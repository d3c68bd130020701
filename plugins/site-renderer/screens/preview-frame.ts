/** Marks the elements that show the field in focus. */
const focusMark = 'data-preview-focus'

/** Hides a new page until it replaces the previous one, so that nothing flickers while it loads. */
const loadingClass = 'loading'

/**
 * Show a page in a frame in `host`. It replaces the previous page and keeps its scroll position. Scripts do not run, and links are disabled.
 *
 * The frame has the policy of the admin, which forbids style elements: their content is added to the page as style sheets.
 * @param html the page from the preview of the service
 * @param clicked called with the element that was clicked
 * @param shown called when the page has loaded, before it is visible
 */
export function showPage(
  host: HTMLElement,
  html: string,
  options: { title: string; clicked: (element: Element) => void; shown: (document: Document) => void },
): void {
  for (const late of host.querySelectorAll(`iframe.${loadingClass}`)) late.remove()
  const before = host.querySelector('iframe')
  const frame = document.createElement('iframe')
  frame.className = loadingClass
  frame.title = options.title
  frame.tabIndex = before === null ? 0 : -1
  frame.setAttribute('sandbox', 'allow-same-origin')
  const styles: string[] = []
  frame.srcdoc = html.replace(/<(style|script)\b[^>]*>([\s\S]*?)<\/\1>/gi, (_all, tag: string, text: string) => {
    if (tag.toLowerCase() === 'style') styles.push(text)
    return ''
  })
  frame.addEventListener('load', () => {
    const { contentDocument: page, contentWindow: view } = frame
    if (page === null || view === null) return
    adoptStyles(page, [...styles, focusStyle(host)])
    for (const kind of ['click', 'auxclick', 'submit']) page.addEventListener(kind, holdBack, { capture: true })
    page.addEventListener('click', ({ target }) => {
      if (isElement(target)) options.clicked(target)
    })
    options.shown(page)
    const { scrollX = 0, scrollY = 0 } = before?.contentWindow ?? {}
    frame.classList.remove(loadingClass)
    frame.tabIndex = 0
    view.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    before?.remove()
  })
  host.append(frame)
}

/** Mark these elements and no others. If none of them is visible, scroll to the first one. */
export function markElements(page: Document, elements: readonly Element[], scrolls: boolean): void {
  for (const element of page.querySelectorAll(`[${focusMark}]`)) element.removeAttribute(focusMark)
  for (const element of elements) element.setAttribute(focusMark, '')
  const view = page.defaultView
  const [first] = elements
  if (!scrolls || view === null || first === undefined) return
  const isSeen = elements.some(element => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > 0 && top < view.innerHeight
  })
  if (!isSeen) view.scrollBy({ top: first.getBoundingClientRect().top - view.innerHeight / 4, behavior: 'instant' })
}

const holdBack = (event: Event): void => event.preventDefault()

/** Elements of a frame are instances of the frame's own classes. */
const isElement = (target: EventTarget | null): target is Element =>
  target !== null && 'nodeType' in target && target.nodeType === Node.ELEMENT_NODE

function adoptStyles(page: Document, texts: readonly string[]): void {
  const view = page.defaultView // style sheets belong to the window that created them
  if (view === null) return
  page.adoptedStyleSheets = texts.map(text => {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
}

/** The page does not have the design tokens of the admin, so the color is read here. */
function focusStyle(host: HTMLElement): string {
  const { outlineColor } = getComputedStyle(host)
  return `[${focusMark}] { outline: 3px solid ${outlineColor} !important; outline-offset: 3px !important; }
[data-svc-slot] { cursor: pointer; }`
}
