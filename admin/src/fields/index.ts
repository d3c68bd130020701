/** The kinds of value of the admin, in the order in which the builder offers them. Importing this file adds them to the registry. */
import { email, image, uri } from './address/index.ts'
import { agent } from './agent/index.ts'
import { any } from './any/index.ts'
import { boolean } from './boolean/index.ts'
import { code, formattedText, sourceText } from './code/index.ts'
import { color } from './color/index.ts'
import { date, dateTime, time } from './date/index.ts'
import { duration } from './duration/index.ts'
import { enumeration, enumerations } from './enum/index.ts'
import { list, texts } from './list/index.ts'
import { integer, number } from './number/index.ts'
import { object } from './object/index.ts'
import { reference, references } from './reference/index.ts'
import { addFields } from './registry.ts'
import { longText, text } from './text/index.ts'

const words = [text, longText, formattedText, email, uri, image]
const others = [number, integer, boolean, date, time, dateTime, duration, color, enumeration, enumerations]
const structures = [reference, references, texts, object, any, list, sourceText, code, agent]

addFields(...words, ...others, ...structures)
