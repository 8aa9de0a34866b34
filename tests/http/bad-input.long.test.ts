// The same at full length.
import './bad-input.test.ts'
