#!/usr/bin/env node
import { launch } from '../scripts/launch.mjs'

await launch(process.argv.slice(2))
