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
	'one-shot': {about: 'one command as a process, compared with other clients', needs: 'executable'},
	'large-list': {about: '`servers --json` with 5,000 servers', needs: 'bundle'},
	idle: {about: 'CPU and bytes at rest', needs: 'bundle'},
	memory: {about: 'resident memory at rest and after a long session', needs: 'bundle'},
	keys: {about: 'key to screen, when idle and under load', isBuilt: true},
	console: {about: 'messages in long consoles, from many servers and from games', isBuilt: true},
	'late-frames': {about: 'search, scrolling, resize, timeline and export with 100,000 lines', isBuilt: true},
	'terminal-bytes': {about: 'bytes per frame, compared with ncurses and Ink'},
	list: {about: 'polls and keys with up to 5,000 servers', isBuilt: true},
	decode: {about: 'parsing a large response'},
	journal: {about: 'the local database under load'},
	service: {about: 'requests per second of the local service'},
	programs: {about: 'start, idle and keys beside htop, weechat and lazygit', needs: 'bundle'},
	'own-servers': {about: 'a service with 201 consoles of its own', needs: 'bundle'},
};
