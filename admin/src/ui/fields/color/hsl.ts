/** Hue in degrees; saturation and lightness in percent. */
export interface Hsl {
  hue: number
  saturation: number
  lightness: number
}

/** A color such as `#336699` by hue, saturation and lightness; undefined for other texts. */
export function readHex(text: string): Hsl | undefined {
  const digits = /^#([0-9a-f]{6})$/i.exec(text)?.[1]
  if (digits === undefined) return undefined
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(at => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  const lightness = most - range / 2
  const isGrey = range === 0
  const sector =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  return {
    hue: isGrey ? 0 : Math.round(sector * 60 + 360) % 360,
    saturation: isGrey ? 0 : Math.round((range / (1 - Math.abs(2 * lightness - 1))) * 100),
    lightness: Math.round(lightness * 100),
  }
}

/** A color as `#336699`. */
export function writeHex({ hue, saturation, lightness }: Hsl): string {
  const light = lightness / 100
  const strength = (saturation / 100) * Math.min(light, 1 - light)
  const part = (from: number): string => {
    const at = (from + hue / 30) % 12
    const value = light - strength * Math.max(-1, Math.min(at - 3, 9 - at, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(0)}${part(8)}${part(4)}`
}
