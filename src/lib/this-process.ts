/**
Names this process: in containers the number is often the same again, so it alone would name others, too. Without
cryptography, which takes longer to load than all that a one-shot command writes.
*/
export const thisProcess = `${process.pid}.${Date.now()}.${Math.random().toString(36).slice(2)}`;
