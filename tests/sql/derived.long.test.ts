// The same at full length.
import './derived.test.ts'
