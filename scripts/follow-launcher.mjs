// Preloaded into what the launcher runs as a child, the server or npm: stops it when the launcher is gone, however it went.
// The channel ends with the launcher, even by SIGKILL; unreferenced, it does not keep a finished command alive.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
  // Node hands its own options on to the processes it forks; their channels are not for us to watch.
  const at = process.execArgv.indexOf('--import')
  if (at >= 0) process.execArgv.splice(at, 2)
}
