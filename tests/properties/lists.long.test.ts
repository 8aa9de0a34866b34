// The same at full length.
import './lists.test.ts'
