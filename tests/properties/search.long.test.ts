// The same at full length.
import './search.test.ts'
