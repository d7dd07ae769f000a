/**
A player in the answer of a command. `playerId`: stays with the player; the name in games that know players by name
only. `userId`: the number of the slot until the player leaves. The available ids depend on the game and the command.
*/
export type Player = {name: string; userId: string | undefined; playerId: string | undefined};

/**
`isComplete` is false if part of the answer is unreadable, so players may be missing. `count`: the number of players
that the answer itself gives.
*/
export type PlayerList = {players: readonly Player[]; isComplete: boolean; count?: number | undefined};
