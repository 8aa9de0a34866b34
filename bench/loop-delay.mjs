import { monitorEventLoopDelay } from 'node:perf_hooks'

// Preloaded into a server: answers each message with how late its event loop was, in milliseconds, 99 times of 100 since the last one.
const histogram = monitorEventLoopDelay({ resolution: 1 })
histogram.enable()
process.on('message', () => {
  process.send?.(histogram.percentile(99) / 1e6)
  histogram.reset()
})
process.channel?.unref()
