// The same at full length.
import './series-model.test.ts'
