type Act = {at: number; kind: string; text: string};

/** Such acts say that they are about several servers: those of one server stand beside its name. */
const ofSeveral = /\b\d+ servers\b|^Watching /;

/** False for what was told already: one act on several servers was kept for each of them, all in the same second. */
export function onceForAll(): (entry: Act) => boolean {
	const seen = new Set<string>();
	return ({kind, at, text}) => {
		if (kind !== 'act' || !ofSeveral.test(text)) return true;
		const name = `${Math.floor(at / 1000)} ${text}`;
		if (seen.has(name)) return false;
		seen.add(name);
		return true;
	};
}
