// The same at full length.
import './people-fuzz.test.ts'
