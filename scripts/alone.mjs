import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const pauseMs = 200
/** How long the folder of a process that has just begun can be without its id. */
const maxUnnamedPauses = 25
/** Ten minutes: no build takes as long. What has the process id of a killed one then does not build. */
const maxPauses = 3000

/**
 * Run work that installs or builds while no other process does that in this folder: it waits for the other one, which can have done the work then. What
 * a killed process has left is recognised by its process id.
 */
export async function whileAlone(root, work) {
  const lock = join(root, 'dist', '.building')
  const release = () => rmSync(lock, { recursive: true, force: true })
  let pauses = 0
  while (!isMade(lock)) {
    const holder = holderOf(lock)
    const isLeft = holder !== undefined && !isRunning(holder)
    if (isLeft || pauses > (holder === undefined ? maxUnnamedPauses : maxPauses)) {
      release()
      pauses = 0
      continue
    }
    if (pauses === 1) process.stderr.write(`plinth: waiting for process ${holder}, which builds in this folder\n`)
    pauses++
    await delay(pauseMs)
  }
  writeFileSync(join(lock, 'pid'), String(process.pid))
  process.once('exit', release) // a build that fails exits
  await work()
  release()
  process.off('exit', release)
}

/** Whether this process has made the folder, which only one can. */
function isMade(lock) {
  mkdirSync(join(lock, '..'), { recursive: true })
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The process that has made the folder; undefined while it has not written its id. */
function holderOf(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8')) || undefined
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM' // it is that of another user
  }
}
