import { readFileSync } from 'node:fs'
import spectralCore from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

const spectral = new spectralCore.Spectral()
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] })
const findings = {}
for (const file of JSON.parse(process.env.FILES)) {
  const results = await spectral.run(JSON.parse(readFileSync(file, 'utf8')))
  findings[file] = results.map(({ code, severity, path }) => ({ code, severity, path: path.join('/') }))
}
console.log(JSON.stringify(findings))
