// Runs inside the replayer: what a recording did outside the interface is asked of the test that owns the server.
// biome-ignore lint/style/noDefaultExport: the replayer imports the default export.
export default async function setUp(line, { variables }) {
  const answer = await fetch(process.env.REPLAY_CONTROL, { method: 'POST', body: JSON.stringify({ line, variables }) })
  return answer.json()
}
