import './mutated.test.ts'
