/* Preloaded into a server. Between the messages `begin` and `end` it measures each iteration of the event loop by the processor time
   of the main thread, which no other thread or process can add to, and answers the longest one in milliseconds, and the processor time of
   all threads. */

const now = () => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

let isMeasuring = false
let last = 0
let longest = 0
let usage = process.cpuUsage()

/** The milliseconds of all threads since the beginning. */
const total = () => {
  const { user, system } = process.cpuUsage(usage)
  return (user + system) / 1000
}

/** Runs in the check phase of each iteration; the loop does not wait for anything meanwhile. */
const measure = () => {
  const time = now()
  longest = Math.max(longest, time - last)
  last = time
  if (isMeasuring) setImmediate(measure)
  else process.send?.({ longest: longest / 1000, total: total() })
}

process.on('message', (message) => {
  if (message === 'end') isMeasuring = false
  if (message !== 'begin') return
  isMeasuring = true
  longest = 0
  usage = process.cpuUsage()
  setImmediate(() => {
    last = now()
    process.send?.('began')
    setImmediate(measure)
  })
})
process.channel?.unref()
