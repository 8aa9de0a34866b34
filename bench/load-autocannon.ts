import type { Load, Outcome } from './load.ts'

/* Puts load on a server by autocannon, for machines without wrk; it gets the load as a message and answers the outcome by one. */

type Client = { readonly setRequests: (requests: readonly object[]) => void }

/** What is used of autocannon's interface. */
type Autocannon = (options: object) => Promise<{
  readonly requests: { readonly total: number }
  readonly throughput: { readonly total: number }
  readonly duration: number
  readonly errors: number
  readonly '4xx': number
  readonly '5xx': number
}>

const putLoad = async ({
  address,
  paths,
  etags,
  headers,
  offset,
  until,
  connections,
}: Load & { connections: number }): Promise<Outcome> => {
  // It need not be installed where there is wrk.
  const name = 'autocannon'
  const { default: autocannon } = (await import(name)) as { default: Autocannon }
  const requests = paths.map((path, at) => ({
    method: 'GET',
    path,
    headers: { ...headers, ...(etags && { 'if-none-match': etags[at] }) },
  }))
  let clients = 0
  const result = await autocannon({
    url: address,
    connections,
    requests,
    // Each connection has a part of the list: with the whole of it, setting up would take longer than the load.
    setupClient: (client: Client) => {
      const first = offset + Math.floor((clients++ * requests.length) / connections)
      const part = Array.from({ length: Math.ceil(requests.length / connections) }, (_, at) => first + at)
      client.setRequests(part.flatMap((at) => requests[at % requests.length] ?? []))
    },
    ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
  })
  const { total } = result.requests
  return {
    requests: total,
    seconds: result.duration,
    bytes: result.throughput.total,
    received: total,
    failures: result.errors + result['4xx'] + result['5xx'],
  }
}

process.once('message', async (load: Load & { connections: number }) => process.send?.(await putLoad(load)))
