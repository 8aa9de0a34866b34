/* Preloaded into a server. Between the messages `begin` and `end` it measures each iteration of the event loop by the processor time
   of the main thread, which no other thread or process can add to, and answers the longest one in milliseconds. */

const now = () => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

let isMeasuring = false
let last = 0
let longest = 0

/** Runs in the check phase of each iteration; the loop does not wait for anything meanwhile. */
const measure = () => {
  const time = now()
  longest = Math.max(longest, time - last)
  last = time
  if (isMeasuring) setImmediate(measure)
  else process.send?.(longest / 1000)
}

process.on('message', (message) => {
  if (message === 'end') isMeasuring = false
  if (message !== 'begin') return
  isMeasuring = true
  longest = 0
  setImmediate(() => {
    last = now()
    process.send?.('began')
    setImmediate(measure)
  })
})
process.channel?.unref()
