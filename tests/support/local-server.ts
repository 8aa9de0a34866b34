import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Environment } from '../../src/settings.ts'

/** Lets a server listen on this machine; returns its origin, and the settings with which a calendar may fetch from it. */
export const listenLocally = async (
  server: Server,
): Promise<{ readonly origin: string; readonly environment: Environment }> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const environment = { KALENDS_FETCH_NETWORKS: '127.0.0.1', KALENDS_FETCH_PORTS: String(port) }
  return { origin: `http://127.0.0.1:${port}`, environment }
}
