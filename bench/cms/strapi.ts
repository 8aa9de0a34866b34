import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Running, stopperOf } from '../server.ts'
import type { Content } from './content.ts'
import { appFiles, databaseFile } from './strapi-app.ts'

/**
 * Serves a calendar by Strapi in production mode, on SQLite, from a directory in which it is installed when that is not done yet; the
 * database is made and filled anew.
 * @throws Error when it does not start.
 */
export const startStrapi = async (place: string, content: Content): Promise<Running> => {
  for (const [path, text] of appFiles()) writeInto(place, path, text)
  writeInto(place, 'content.json', JSON.stringify(content))
  copyFileSync(join(import.meta.dirname, 'bootstrap.cjs'), join(place, 'src/index.js'))
  install(place)
  rmSync(join(place, databaseFile), { force: true })
  const child = fork(join(place, 'node_modules/@strapi/strapi/bin/strapi.js'), ['start'], {
    cwd: place,
    env: { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true', JWT_SECRET: 'bench' },
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  const stop = stopperOf(child)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('Strapi does not start.')))
  const [address] = await Promise.race([once(child, 'message'), ended])
  return { address, pid: child.pid ?? 0, stop }
}

const writeInto = (place: string, path: string, text: string): void => {
  mkdirSync(dirname(join(place, path)), { recursive: true })
  writeFileSync(join(place, path), text)
}

/** No package has to run anything: the database brings what is compiled along. */
const install = (cwd: string): void => {
  if (existsSync(join(cwd, 'package-lock.json'))) return
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd, stdio: ['ignore', 2, 2] })
}
