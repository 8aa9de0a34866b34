// The same at full length.
import './slugs.test.ts'
