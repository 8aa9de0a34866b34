const { callEverything } = await import(process.env.PROGRAM)
const picture = new Blob([Buffer.from(process.env.PICTURE, 'base64')], { type: 'image/png' })
console.log(JSON.stringify(await callEverything(process.env.SITE, process.env.SECRET, picture)))
