// The same at full length.
import './memory.test.ts'
