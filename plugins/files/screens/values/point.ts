import { t, texts } from '../../../../admin/src/index.ts'
import type { Point } from '../files.ts'

/** The focal point of a picture that has none. */
export const middle: Point = { x: 0.5, y: 0.5 }

const percent = (part: number): string => texts.formatNumber(Math.round(part * 100))

/** A focal point in words. */
export const pointText = ({ x, y } = middle): string => t('files.pointAt', { x: percent(x), y: percent(y) })
