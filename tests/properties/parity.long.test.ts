// The same at full length.
import './parity.test.ts'
