/**
Identifies this process. In containers process ids repeat, so the id alone would not be unique. Avoids `node:crypto`,
which takes longer to load than a one-shot command takes to write its output.
*/
export const thisProcess = `${process.pid}.${Date.now()}.${Math.random().toString(36).slice(2)}`;
