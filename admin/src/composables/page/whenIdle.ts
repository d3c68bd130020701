/** Run something when the browser has nothing better to do, and within two seconds; a browser that cannot say so gets half a second. */
export const whenIdle = (run: () => void): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 500)
