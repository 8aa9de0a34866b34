// The same at full length.
import './adapter-fuzz.test.ts'
