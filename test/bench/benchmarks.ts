type Benchmark = {
	about: string;
	/** What it runs from `dist`. */
	needs?: 'bundle' | 'executable';
	/** Node cannot load it directly, because it imports the TUI: it is built like the program. */
	isBuilt?: true;
};

/** By the name of the file that exports `run`, in the order of the table. */
export const benchmarks: Record<string, Benchmark> = {
	'first-paint': {about: 'start to first screen', needs: 'executable'},
	'first-list': {about: 'start to the first list of a service', needs: 'bundle'},
	'one-shot': {about: 'one command as a process', needs: 'executable'},
	idle: {about: 'CPU and bytes at rest', needs: 'bundle'},
	memory: {about: 'resident memory at rest', needs: 'bundle'},
	keys: {about: 'key to screen: idle, with many servers and under load', isBuilt: true},
	'terminal-bytes': {about: 'bytes per frame'},
};
