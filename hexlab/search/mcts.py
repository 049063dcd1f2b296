"""`Mcts`: Monte Carlo tree search for Hex, with knowledge of connections and for nets.

Source: Arneson, Hayward, Henderson 2010 (MoHex); Huang et al. 2013 (MoHex 2.0); Gelly and Silver
2011 (RAVE); Winands et al. 2008 (proved values).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of, check_size, grid
from hexlab.board.notation import BLACK, EMPTY
from hexlab.search.knowledge import Answer, Knowledge
from hexlab.search.lanes import framed, new_state
from hexlab.search.mcts_kernel import ASKING, FULL, gather, settle, simulate, take_answer
from hexlab.search.mcts_options import Evaluate, MctsOptions, MctsResult
from hexlab.search.mcts_run import Run
from hexlab.search.mcts_walk import DEPTH, MOVER, NODE, Worker, new_worker
from hexlab.search.playout_moves import Weights, even_weights
from hexlab.search.tree import (
    COUNT,
    FIRST,
    KNOWN,
    LOST,
    MEAN,
    OPEN,
    PRIOR,
    SIMULATIONS,
    USED,
    VISITS,
    add_children,
    clear,
    fill_board,
    make_tree,
    node_bytes,
    prune,
)

__all__ = ["Mcts", "MctsOptions", "MctsResult"]

# Nodes at most with knowledge: rows of the tree's `fills`.
_ROWS = 1 << 15


class Mcts:
    """A search of n×n boards, with the tree that it keeps from move to move.

    Parameters
    ----------
    n : int
        Board size.
    options : MctsOptions, optional
        How to search.
    evaluate : callable, optional
        A net: decides the leaves in place of playouts, see `Evaluate`.
    weights : hexlab.search.playout_moves.Weights, optional
        For "patterns" and `MctsOptions.prior`; default: no preference.
    """

    def __init__(
        self,
        n: int,
        options: MctsOptions | None = None,
        *,
        evaluate: Evaluate | None = None,
        weights: Weights | None = None,
    ) -> None:
        self.n = check_size(n)
        self.options = MctsOptions() if options is None else options
        self._evaluate = evaluate
        self._weights = even_weights() if weights is None else weights
        self._rules = self.options.rules()
        nodes = int(self.options.memory_mb * 2**20) // node_bytes()
        self._tree = make_tree(self.n, max(nodes, 4 * n * n + 1), min(_ROWS, max(nodes // 64, 1)))
        self._knowledge = Knowledge(self.n)
        self._workers: list[Worker] = []
        self._board: Board | None = None
        self._lost = False
        self._asked = 0
        self._asking = 0.0

    def forget(self) -> None:
        """Drop the tree."""
        self._board = None

    def search(
        self,
        board: Board,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        rng: np.random.Generator | int | None = None,
        temperature: float = 0.0,
        reuse: bool = True,
        early: bool = False,
        watch: Callable[[MctsResult], None] | None = None,
    ) -> MctsResult:
        """Find a move.

        Parameters
        ----------
        board : Board
            The position; its player to move looks for a move.
        simulations, seconds : int, float, optional
            When to stop; by default after 10,000 simulations.
        rng : numpy.random.Generator or int, optional
            Where the random numbers come from.
        temperature : float
            Above 0, the move is drawn with probability proportional to visits ** (1 / temperature).
        reuse : bool
            Whether the tree of the search before may be gone on with if this position is in it.
        early : bool
            Whether to stop once no other move can catch up with the most visited one.
        watch : callable, optional
            Gets what is found so far, a few times a second.

        Returns
        -------
        MctsResult

        Raises
        ------
        ValueError
            If the game is over, the board has another size, or a limit is below 1 simulation.

        Notes
        -----
        The same position, options, count and seed give the same result as long as there is one
        thread and no tree to go on with.

        Examples
        --------
        >>> board = Board(4, black="b3 c2", white="b2 a4")
        >>> found = Mcts(4).search(board, simulations=200, rng=1)
        >>> found.proved, found.pv[0] == found.move
        (1, True)
        """
        _check(self.n, board, simulations, seconds)
        if simulations is None and seconds is None:
            simulations = 10_000
        run = Run(simulations, seconds, early)
        random = np.random.default_rng(rng)
        self._asked, self._asking = 0, 0.0
        forced = self._begin(board, random, reuse)
        start = int(self._tree.register[SIMULATIONS])
        if forced is not None:
            return self._result(board, run, 0, forced, "proved")
        self._look_ahead(board, run)
        with ThreadPoolExecutor(len(self._workers)) as pool:
            stopped = ""
            while not stopped:
                done = int(self._tree.register[SIMULATIONS]) - start
                if self._tree.state[0] != OPEN:
                    stopped = "proved"
                else:
                    stopped = run.reached(done, self._visits())
                if not stopped:
                    self._advance(pool, board.to_move, run.slice(done))
                    if watch is not None and run.time_to_report():
                        watch(self._result(board, run, done, None, ""))
        done = int(self._tree.register[SIMULATIONS]) - start
        move = self._choose(temperature, random)
        return self._result(board, run, done, move, stopped)

    # -- beginning -----------------------------------------------------------------------------

    def _begin(self, board: Board, random: np.random.Generator, reuse: bool) -> int | None:
        """Set up tree and workers; the move if the position is won by what is connected."""
        n, tree = self.n, self._tree
        root = self._find(board) if reuse else -1
        self._board = board
        self._lost = False
        if root >= 0:
            prune(tree, root, 0.0)
        else:
            clear(tree)
            self._knowledge.forget()  # the same search finds the same again
        batch = self.options.batch if self._evaluate else 1
        self._workers = [
            new_worker(n, new_state(random), batch) for _ in range(self.options.threads)
        ]
        cells = framed(board.to_array().reshape(-1), n)
        for worker in self._workers:
            worker.root[:] = cells
        if tree.links[0, COUNT] == 0:
            self._open_root(cells, board.to_move, random)
        at_once = _wins_at_once(board)
        if at_once:
            tree.state[0] = LOST
            return next(cells_of(at_once))
        forced = None
        if self.options.knowledge and tree.links[0, KNOWN] < 0:
            forced = self._ask_about_root(board)
        self._add_noise(random)
        return forced

    def _find(self, board: Board) -> int:
        """The node of the tree that is this position, one or two moves on; -1 if there is none."""
        old = self._board
        if old is None or old.n != board.n:
            return -1
        new = {color: board.bits(color) & ~old.bits(color) for color in (1, -1)}
        gone = any(old.bits(color) & ~board.bits(color) for color in (1, -1))
        counts = new[old.to_move].bit_count(), new[-old.to_move].bit_count()
        if (
            gone
            or counts not in ((0, 0), (1, 0), (1, 1))
            or board.to_move != (old.to_move if counts[0] == counts[1] else -old.to_move)
        ):
            return -1
        node = 0
        for color in (old.to_move, -old.to_move)[: sum(counts)]:
            cell = new[color].bit_length() - 1
            node = self._child(node, cell)
            if node < 0 or self._tree.state[node] != OPEN:
                return -1
        return node if self._tree.state[node] == OPEN else -1

    def _child(self, node: int, cell: int) -> int:
        first, count = self._tree.links[node, [FIRST, COUNT]]
        place = (cell // self.n + 1) * (self.n + 2) + cell % self.n + 1
        found = np.flatnonzero(self._tree.moves[first : first + count] == place)
        return int(first + found[0]) if len(found) else -1

    def _open_root(self, cells: np.ndarray, mover: int, random: np.random.Generator) -> None:
        """Give the root its children."""
        if self._evaluate:
            self._advance(None, mover, 1)
            return
        places = random.permutation(np.flatnonzero(cells == 0))
        add_children(self._tree, 0, places, len(places), np.zeros(len(cells), np.float32))

    def _add_noise(self, random: np.random.Generator) -> None:
        """Mix Dirichlet noise into the priors of the root's children."""
        share, concentration = self.options.noise
        children = self._children(0)
        if share > 0 and children.stop > children.start:
            count = children.stop - children.start
            noise = random.dirichlet(np.full(count, concentration)).astype(np.float32)
            priors = self._tree.stats[children, PRIOR]
            self._tree.stats[children, PRIOR] = (1 - share) * priors + share * noise

    def _ask_about_root(self, board: Board) -> int | None:
        """Let knowledge narrow the moves; a winning one if it knows that there is one.

        A lost position is searched all the same, for the most stubborn move.
        """
        worker = self._workers[0]
        worker.board[:] = worker.root
        worker.path[0] = 0
        worker.register[[DEPTH, MOVER, NODE]] = 0, board.to_move, 0
        answer = self._ask(worker)
        self._lost = answer.verdict < 0
        if answer.verdict == 0:
            self._take(worker, answer)
        if answer.verdict <= 0:
            return None
        self._tree.state[0] = LOST
        if answer.move >= 0:
            return answer.move
        own = answer.fill[int(board.to_move < 0)]
        useful = (_bits(answer.ways[0]) & board.bits(EMPTY)) or (_bits(own) & board.bits(EMPTY))
        return next(cells_of(useful), board.empty[0])

    def _look_ahead(self, board: Board, run: Run) -> None:
        """Ask about the positions after single moves while the run allows it."""
        tree, worker = self._tree, self._workers[0]
        children = self._children(0)
        if not self.options.knowledge or self._evaluate or not self.options.presearch:
            return
        by_prior = np.argsort(-tree.stats[children, PRIOR], kind="stable")
        for asked, child in enumerate((children.start + by_prior).tolist()):
            if tree.state[0] != OPEN or run.has_used(self.options.presearch, asked):
                return
            if tree.state[child] != OPEN or tree.links[child, KNOWN] >= 0:
                continue
            worker.board[:] = worker.root
            if tree.links[0, KNOWN] >= 0:
                fill_board(tree, self.n, int(tree.links[0, KNOWN]), worker.board)
            worker.board[tree.moves[child]] = board.to_move
            worker.path[:2] = 0, child
            worker.register[[DEPTH, MOVER, NODE]] = 1, -board.to_move, child
            if tree.links[child, COUNT] == 0:
                places = np.flatnonzero(worker.board == 0)
                prior = np.zeros(len(worker.board), np.float32)
                if not add_children(tree, child, places, len(places), prior):
                    return
            self._take(worker, self._ask(worker))

    # -- searching -----------------------------------------------------------------------------

    def _advance(self, pool: ThreadPoolExecutor | None, mover: int, count: int) -> None:
        """Make some simulations on all threads, and answer what they ask."""
        tree, n, workers = self._tree, self.n, self._workers
        proofs, rules, weights = self._knowledge.proofs, self._rules, self._weights
        if self._evaluate:
            found, status = gather(
                tree, workers[0], proofs, n, mover, rules, min(count, self.options.batch)
            )
            statuses = [status]
            self._evaluate_leaves(workers[0], found)
        elif pool is None or len(workers) == 1:
            statuses = [simulate(tree, workers[0], proofs, n, mover, rules, weights, count)]
        else:
            each = -(-count // len(workers))
            tasks = [
                pool.submit(simulate, tree, worker, proofs, n, mover, rules, weights, each)
                for worker in workers
            ]
            statuses = [task.result() for task in tasks]
        for worker, status in zip(workers, statuses, strict=False):
            if status == ASKING:
                self._answer(worker)
        if FULL in statuses:
            self._make_room()

    def _evaluate_leaves(self, worker: Worker, found: int) -> None:
        """Let the net decide the paths that wait, each position once."""
        if not found:
            return
        n, side = self.n, self.n + 2
        depths = worker.ends[:found, 0]
        leaves = worker.paths[np.arange(found), depths]
        _, first, which = np.unique(leaves, return_index=True, return_inverse=True)
        boards = worker.boards[first].reshape(-1, side, side)[:, 1:-1, 1:-1]
        values, priors = self._evaluate(boards.copy(), worker.ends[first, 1].copy())  # type: ignore[misc]
        values, priors = np.asarray(values, float), np.asarray(priors, np.float32)
        if values.shape != (len(first),) or priors.shape != (len(first), n, n):
            raise ValueError(
                f"a net gives values ({len(first)},) and priors ({len(first)}, {n}, {n}), not "
                f"{values.shape} and {priors.shape}"
            )
        framed_priors = np.zeros((len(first), side, side), np.float32)
        framed_priors[:, 1:-1, 1:-1] = priors
        for at in range(found):
            i = which[at]
            value = (min(max(values[i], -1.0), 1.0) + 1) / 2
            settle(self._tree, worker, at, float(value), framed_priors[i].reshape(-1))

    def _answer(self, worker: Worker) -> None:
        """Ask about the position that a worker stopped at, unless another one did just now."""
        node = worker.register[NODE]
        if self._tree.links[node, KNOWN] < 0 and self._tree.state[node] == OPEN:
            self._take(worker, self._ask(worker))

    def _ask(self, worker: Worker) -> Answer:
        start = time.perf_counter()
        answer = self._knowledge.ask(worker.board, int(worker.register[MOVER]))
        self._asked += 1
        self._asking += time.perf_counter() - start
        return answer

    def _take(self, worker: Worker, answer: Answer) -> None:
        """Use an answer; priors are the net's where there is one."""
        prior = np.full_like(answer.prior, -1) if self._evaluate else answer.prior
        take_answer(
            self._tree,
            worker,
            self._knowledge.proofs,
            self.n,
            0.0 if self._evaluate or self.options.puct else self.options.forcing,
            answer.verdict,
            answer.move,
            answer.fill,
            answer.ways,
            answer.kept,
            prior,
        )

    def _make_room(self) -> None:
        """Drop what was visited least until half of the tree is free, or but the root is left."""
        least = 4.0
        while prune(self._tree, 0, least) > len(self._tree.links) // 2:
            if least > self._tree.stats[0, VISITS]:
                break
            least *= 2

    # -- what was found ------------------------------------------------------------------------

    def _children(self, node: int) -> slice:
        first, count = self._tree.links[node, [FIRST, COUNT]].tolist()
        return slice(first, first + count)

    def _cells(self, children: slice) -> np.ndarray:
        places = self._tree.moves[children].astype(np.int64)
        side = self.n + 2
        return (places // side - 1) * self.n + places % side - 1

    def _visits(self) -> np.ndarray:
        """Visits of the root's children that are open."""
        children = self._children(0)
        open_ = self._tree.state[children] == OPEN
        return self._tree.stats[children, VISITS][open_]

    def _best(self, node: int) -> int:
        """The child to play: proved, else the most visited one that isn't lost, if there is one."""
        children = self._children(node)
        rank = np.choose(self._tree.state[children], [2, 3, 1, 0])
        stats = self._tree.stats[children]
        order = np.lexsort((-self._cells(children), stats[:, PRIOR], stats[:, MEAN],
                            stats[:, VISITS], rank))  # fmt: skip
        return int(children.start + order[-1])

    def _choose(self, temperature: float, random: np.random.Generator) -> int:
        """The cell to play."""
        children = self._children(0)
        visits = self._tree.stats[children, VISITS] * (self._tree.state[children] == OPEN)
        best = self._best(0)
        if temperature > 0 and visits.any() and self._tree.state[best] == OPEN:
            weight = (visits / visits.max()) ** (1 / temperature)
            best = children.start + int(random.choice(len(weight), p=weight / weight.sum()))
        return int(self._cells(slice(best, best + 1))[0])

    def _line(self, move: int) -> tuple[int, ...]:
        """The moves played most, from `move` on."""
        line, node = [move], self._child(0, move)
        while node >= 0 and self._tree.links[node, COUNT]:
            node = self._best(node)
            if self._tree.stats[node, VISITS] == 0:
                break
            line.append(int(self._cells(slice(node, node + 1))[0]))
        return tuple(line)

    def _result(
        self, board: Board, run: Run, done: int, move: int | None, stopped: str
    ) -> MctsResult:
        n, tree = self.n, self._tree
        if move is None:
            move = int(self._cells(slice(self._best(0), self._best(0) + 1))[0])
        children = self._children(0)
        stats, state, cells = tree.stats[children], tree.state[children], self._cells(children)
        visits, values = np.zeros(n * n, np.int64), np.full(n * n, np.nan)
        visits[cells] = stats[:, VISITS]
        made = stats[:, VISITS] > 0
        values[cells[made]] = 2.0 * stats[made, MEAN] - 1
        decided = np.zeros(n * n, np.int8)
        decided[cells] = np.choose(state, [0, 1, -1, 0])
        values[decided != 0] = decided[decided != 0]
        proved = -1 if self._lost else int(np.choose(tree.state[0], [0, -1, 1, 0]))
        value = float(proved) if proved else float(np.nan_to_num(values[move]))
        return MctsResult(
            board=board,
            move=move,
            value=value,
            visits=visits.reshape(n, n),
            values=values.reshape(n, n),
            decided=decided.reshape(n, n),
            proved=proved,
            pv=self._line(move),
            simulations=done,
            nodes=int(tree.register[USED]),
            asked=self._asked,
            seconds=time.perf_counter() - run.start,
            asking=self._asking,
            stopped=stopped,
        )


def _wins_at_once(board: Board) -> int:
    """The cells with which the player to move joins his sides, as bits."""
    g, own = grid(board.n), board.bits(board.to_move)
    found = board.bits(EMPTY)
    for side in (g.top, g.bottom) if board.to_move == BLACK else (g.left, g.right):
        found &= side | g.around(g.flood(side & own, own))
    return found


def _bits(words: np.ndarray) -> int:
    return int.from_bytes(words.astype("<u8").tobytes(), "little")


def _check(n: int, board: Board, simulations: int | None, seconds: float | None) -> None:
    if board.n != n:
        raise ValueError(f"this search is for boards of size {n}, not {board.n}")
    if board.winner:
        raise ValueError("the game is over")
    if simulations is not None and simulations < 1:
        raise ValueError(f"simulations must be at least 1, not {simulations!r}")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds must be a number above 0, not {seconds!r}")
