import type {Verb} from './console-line.ts';

/** Creates the commands that control the match. Most of them print nothing; players read what happens. */
export function createMatch(announce: (text: string) => void): Record<string, Verb> {
	let warmUp = false;
	let paused = false;
	const done = (text: string) => {
		announce(text);
		return '';
	};
	return {
		mp_restartgame: ([seconds]) => {
			if (seconds === undefined) return 'mp_restartgame = 0';
			paused = false;
			return done(`The match restarts in ${seconds} s`);
		},
		mp_warmup_start: () => {
			warmUp = true;
			return done('Warm-up');
		},
		mp_warmup_end: () => {
			if (!warmUp) return 'The match is not in warm-up.';
			warmUp = false;
			return done('The match begins');
		},
		mp_pause_match: () => {
			if (paused) return 'The match is already paused.';
			paused = true;
			return done('The match is paused');
		},
		mp_unpause_match: () => {
			if (!paused) return 'The match is not paused.';
			paused = false;
			return done('The match goes on');
		},
		mp_swapteams: () => done('The teams change sides'),
		mp_scrambleteams: () => done('The teams are shuffled'),
		mp_backup_restore_load_file: ([file]) => {
			if (file === undefined) return 'Usage:  mp_backup_restore_load_file <file>';
			if (!/^backup_round\d\d\.txt$/.test(file)) return `Failed to load file: ${file}`;
			paused = true;
			return done(`The match goes back to ${file} and is paused`);
		},
	};
}
