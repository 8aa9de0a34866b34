import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port on which nobody listens at the moment. */
export const freePort = async (): Promise<number> => {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return port
}
