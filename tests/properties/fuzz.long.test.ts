// The same at full length.
import './fuzz.test.ts'
