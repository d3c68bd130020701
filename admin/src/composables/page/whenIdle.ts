/** Run a function when the browser is idle, but within two seconds. Browsers without requestIdleCallback run it after half a second. */
export const whenIdle = (run: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 500)
