import { execFileSync } from 'node:child_process'
import { install } from '../../scripts/install.mjs'

/** The folder of the packages that the tests of this folder run; it has a lockfile of its own. */
export const directory = import.meta.dirname

/**
 * Installs the packages where they are missing, one test file for all.
 * @returns false, or why the tests have to be skipped: only where the registry cannot be reached.
 */
export const installClients = async (): Promise<string | false> => {
  try {
    await install(directory, {
      what: 'the programs of tests/clients',
      isWanted: ({ optional, devOptional }) => !optional && !devOptional,
      options: ['--ignore-scripts', '--prefer-offline'],
    })
    return false
  } catch (error) {
    if (isRegistryReachable()) throw error
    return 'npm cannot reach its registry to install the programs of tests/clients'
  }
}

const isRegistryReachable = (): boolean => {
  try {
    execFileSync('npm', ['ping', '--fetch-retries=0'], { cwd: directory, stdio: 'ignore', timeout: 30_000 })
    return true
  } catch {
    return false
  }
}
