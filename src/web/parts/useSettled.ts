import { useEffect, useState } from 'react'

/** A value that changes with every key, as it is once the keys rest. */
export function useSettled<T>(value: T, rest = 400): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest)
    return () => clearTimeout(timer)
  }, [value, rest])
  return settled
}
