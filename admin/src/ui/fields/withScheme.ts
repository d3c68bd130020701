/** The address that is meant where a host is typed alone: `example.org/menu`. Other texts are returned unchanged. */
export const withScheme = (typed: string): string =>
  /^(?:www\.|[\w-]+(?:\.[\w-]+)+(?:[/?#]|:\d|$))/i.test(typed) ? `https://${typed}` : typed
