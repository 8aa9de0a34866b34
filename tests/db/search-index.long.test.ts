// The same at full length.
import './search-index.test.ts'
