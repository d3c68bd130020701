export { cloneJson, equalJson, isObject, mergePatch, setOwn } from './clone.ts'
export { maximumDepth } from './limits.ts'
export { parseJson } from './parse.ts'
export { pointerOf, pointerToken, pointerTokens } from './pointer.ts'
