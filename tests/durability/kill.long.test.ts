import { describe } from 'node:test'
import { newCalendar } from '../cli/program.ts'
import { testKills } from './kill.ts'

describe('a server on SQLite that is killed under load', () => testKills(newCalendar))
