/**
A player in the answer of a command. `playerId`: stays with the player; the name in games that know players by name
only. `userId`: the number of the slot until the player leaves. The available ids depend on the game and the command.
`isCut`: the list ends too early with this player, whose id may be the beginning of another one.
*/
export type Player = {
	name: string;
	userId: string | undefined;
	playerId: string | undefined;
	isCut?: boolean;
};

/**
`isComplete` is false if part of the answer is unreadable, so players may be missing. `count`: the number of players
that the answer itself gives.
*/
export type PlayerList = {players: readonly Player[]; isComplete: boolean; count?: number | undefined};

/** A number of players. `isExact`: false if there may be more. `max`: the slots, if the answer gives them. */
export type PlayerCount = {players: number; isExact: boolean; max?: number | undefined};

/**
Why a list is incomplete. `count`: the answer gives the number `count`, and `read` players could be read. `part`: other
lines could not be read, or the end is missing. `blank`: the answer has no text. `unreadable`: no player could be
read; `start` is the first line.
*/
export type ListGap =
	| {kind: 'count'; count: number; read: number}
	| {kind: 'part'}
	| {kind: 'blank'}
	| {kind: 'unreadable'; start: string};

/**
A ban in the answer of a game. `number`: its place in the list, which changes with the list. `time`: the end or length as
the game writes it. `expiresAt`: epoch ms; undefined if the game does not write it so, or the ban is permanent.
*/
export type Ban = {
	id: string;
	name: string | undefined;
	reason: string | undefined;
	number: string | undefined;
	time: string | undefined;
	expiresAt: number | undefined;
};

/** As `PlayerList`. */
export type BanList = {bans: readonly Ban[]; isComplete: boolean; count?: number | undefined};
