// Preloaded into the server when the launcher runs it as a child: stops it when the launcher is gone, however it went.
// The channel ends with the launcher, even by SIGKILL; unreferenced, it does not keep a finished command alive.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
  // Node hands its own options on to the processes it forks; their channels are not for us to watch.
  process.execArgv.splice(process.execArgv.indexOf('--import'), 2)
}
