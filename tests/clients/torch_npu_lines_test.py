"""Ordinary lines of tensor code through PyTorch's Ascend adapter, unmodified from PyPI, on this
library: run by tests/clients/run. Each line gives on npu:0 in float what it gives on the CPU in
double, or in the same integers; those of GRADIENTS have the gradient of their sum compared, too."""

import pytest
import torch
import torch.nn.functional as F

pytest.importorskip("torch_npu")


class Place:
    """The same tensors on a device: floats in double on the CPU."""

    def __init__(self, device):
        self.device = device
        generator = torch.Generator().manual_seed(1)

        def normal(*shape):
            values = torch.randn(*shape, generator=generator)
            return values.double() if device == "cpu" else values.to(device)

        self.x, self.y, self.v = normal(6, 5), normal(6, 5), normal(7)
        self.image, self.square = normal(2, 3, 8, 9), normal(5, 5)
        self.positive = self.x.abs() + 0.1
        self.definite = self.square @ self.square.T
        self.definite.diagonal().add_(5)
        self.i = torch.randint(0, 5, (6, 5), generator=generator).to(device)
        self.z = torch.complex(self.x, self.y)
        self.w = torch.complex(self.y, self.x + 1)
        self.holes = torch.where(self.i == 2, self.x.new_full((), torch.nan), self.x)

    def of(self, *numbers):
        dtype = torch.double if self.device == "cpu" else torch.float
        return torch.tensor(numbers, dtype=dtype, device=self.device)

    def at(self, *integers):
        return torch.tensor(integers, device=self.device)


MADE = {
    "new_zeros": lambda p: p.x.new_zeros(3, 2) + 1,
    "full_like": lambda p: torch.full_like(p.x, 2.5),
    "tril_indices": lambda p: torch.tril_indices(4, 3, device=p.device),
    "triu_indices": lambda p: torch.triu_indices(4, 3, device=p.device),
    "meshgrid": lambda p: torch.stack(torch.meshgrid(p.v, p.v[:3], indexing="ij")),
    "cartesian_prod": lambda p: torch.cartesian_prod(p.v[:3], p.v[:2]),
    "combinations": lambda p: torch.combinations(p.v, 2),
    "vander": lambda p: torch.vander(p.v, 3),
    "block_diag": lambda p: torch.block_diag(p.x, p.square),
    "diag of a matrix": lambda p: torch.diag(p.square, 1),
    "diag of a vector": lambda p: torch.diag(p.v, -1),
    "diagflat": lambda p: torch.diagflat(p.x, 1),
    "diag_embed": lambda p: torch.diag_embed(p.x, 1),
    "fill_diagonal_": lambda p: p.square.clone().fill_diagonal_(3),
    "fill_diagonal_ of integers": lambda p: p.i.clone().fill_diagonal_(-7),
    "fill_diagonal_ wrapped": lambda p: p.x.new_zeros(9, 3).fill_diagonal_(3, wrap=True),
    "fill_ by a tensor": lambda p: p.x.clone().fill_(p.v[2]),
    "kron": lambda p: torch.kron(p.square, torch.eye(2, device=p.device)),
}

VIEWED = {
    "movedim": lambda p: p.image.movedim(1, -1).contiguous(),
    "unflatten": lambda p: p.image.unflatten(2, (2, 4)).flatten(1, 2).contiguous(),
    "diagonal": lambda p: torch.diagonal(p.image, 1, -2, -1).contiguous(),
    "unfold": lambda p: p.v.unfold(0, 3, 2).contiguous(),
    "as_strided": lambda p: torch.as_strided(p.x, (3, 3), (5, 1), 2).clone(),
    "rot90": lambda p: torch.rot90(p.image, 1, (2, 3)),
    "chunk": lambda p: torch.cat(torch.chunk(p.x, 4)[::-1]),
    "tensor_split": lambda p: torch.tensor_split(p.x, (1, 4))[1].clone(),
    "dstack": lambda p: torch.dstack([p.x, p.y]),
}

INDEXED = {
    "take_along_dim": lambda p: torch.take_along_dim(p.x, p.i[:, :4], 1),
    "columns": lambda p: p.x[:, [-1, 0, 2]],
    "slice_scatter": lambda p: p.x.slice_scatter(p.y[:, :2], 1, 1, 3),
    "select_scatter": lambda p: p.x.select_scatter(p.y[0], 0, 2),
    "diagonal_scatter": lambda p: torch.diagonal_scatter(p.square, p.v[:5]),
    "argwhere": lambda p: torch.argwhere(p.x > 0),
    "where of one": lambda p: torch.stack(torch.where(p.x > 0)),
    "isin": lambda p: torch.isin(p.i, p.at(1, 3)),
    "isin of a number": lambda p: torch.isin(p.i, 3),
    "isin of a number, inverted": lambda p: torch.isin(p.i, 3, invert=True),
    "a number isin": lambda p: torch.isin(3, p.i),
    "a number isin, inverted": lambda p: torch.isin(9, p.i, invert=True),
    "scatter_reduce sum": lambda p: p.x.scatter_reduce(1, p.i, p.y, "sum"),
    "scatter_reduce_ sum": lambda p: p.x.clone().scatter_reduce_(1, p.i, p.y, "sum"),
    "scatter_reduce amax": lambda p: p.x.scatter_reduce(1, p.i, p.y, "amax"),
    "scatter_reduce mean": lambda p: p.x.scatter_reduce(1, p.i, p.y, "mean", include_self=False),
    "bucketize": lambda p: torch.bucketize(p.x, p.of(-1, 0, 1)),
    "bucketize right": lambda p: torch.bucketize(p.x, p.of(-1, 0, 1), right=True, out_int32=True),
}

REDUCED = {
    "nanmean": lambda p: torch.nanmean(p.holes, 1),
    "nanquantile": lambda p: torch.nanquantile(p.holes, 0.3, 1),
    "quantile": lambda p: torch.quantile(p.x, p.of(0.1, 0.5), 1),
    "mode": lambda p: torch.mode(p.i, 1).values,
    "logcumsumexp": lambda p: torch.logcumsumexp(p.x, 1),
    "cumulative_trapezoid": lambda p: torch.cumulative_trapezoid(p.x, dim=1),
    "trapezoid": lambda p: torch.trapezoid(p.x, dim=1),
    "diff": lambda p: torch.diff(p.x, 2, 1),
    "gradient": lambda p: torch.gradient(p.x, dim=1)[0],
    "count_nonzero": lambda p: torch.count_nonzero(p.i, 1),
    "cov": lambda p: torch.cov(p.x),
    "corrcoef": lambda p: torch.corrcoef(p.x),
    "msort": lambda p: torch.msort(p.x),
    "histogram": lambda p: torch.histogram(p.x, 5)[0],
}

FUNCTIONS = {
    "round to digits": lambda p: torch.round(p.x, decimals=2),
    "round to tens": lambda p: torch.round(p.x * 100, decimals=-1),
    "round_ to digits": lambda p: p.x.clone().round_(decimals=1),
    "hypot": lambda p: torch.hypot(p.x, p.y),
    "copysign": lambda p: torch.copysign(p.x, p.y),
    "ldexp": lambda p: torch.ldexp(p.x, p.at(1, 2, 3, 4, 5)),
    "lgamma": lambda p: torch.lgamma(p.positive),
    "heaviside": lambda p: torch.heaviside(p.x, p.of(0.5)),
    "ndtr": lambda p: torch.special.ndtr(p.x),
    "isinf": lambda p: torch.isinf(p.x / torch.zeros_like(p.x)),
    "cosine_similarity": lambda p: F.cosine_similarity(p.x, p.y),
    "pairwise_distance": lambda p: F.pairwise_distance(p.x, p.y),
    "local_response_norm": lambda p: F.local_response_norm(p.image, 3),
    "lp_pool2d": lambda p: F.lp_pool2d(p.image.abs(), 2, 2),
    "pixel_unshuffle": lambda p: F.pixel_unshuffle(p.image[..., :8], 2),
    "interpolate by area": lambda p: F.interpolate(p.image, size=(4, 3), mode="area"),
    "vmap": lambda p: torch.func.vmap(lambda a, b: (a * b).sum())(p.x, p.y),
    "jacrev": lambda p: torch.func.jacrev(lambda a: a**2)(p.v),
    "jacfwd": lambda p: torch.func.jacfwd(lambda a: a.exp())(p.v),
    "hessian": lambda p: torch.func.hessian(lambda a: (a**3).sum())(p.v),
    "jvp": lambda p: torch.func.jvp(torch.tanh, (p.x,), (p.y,))[1],
}

PRODUCTS = {
    "einsum of batches": lambda p: torch.einsum("bchw,bdhw->bcd", p.image, p.image),
    "einsum of a diagonal": lambda p: torch.einsum("ii->i", p.square),
    "tensordot": lambda p: torch.tensordot(p.x, p.y, dims=([0], [0])),
    "multi_dot": lambda p: torch.linalg.multi_dot([p.x, p.square, p.y.T]),
    "vecdot": lambda p: torch.linalg.vecdot(p.x, p.y),
    "matrix_power": lambda p: torch.linalg.matrix_power(p.square, 3),
    "norm of the largest": lambda p: torch.linalg.vector_norm(p.x, torch.inf, 1),
    "det": lambda p: torch.linalg.det(p.definite),
    "solve": lambda p: torch.linalg.solve(p.definite, p.square),
    "eigvalsh": lambda p: torch.linalg.eigvalsh(p.definite),
    "svdvals": lambda p: torch.linalg.svdvals(p.x),
}

LOSSES = {
    "gaussian_nll": lambda p: F.gaussian_nll_loss(p.x, p.y, p.positive),
    "poisson_nll": lambda p: F.poisson_nll_loss(p.x, p.positive),
    "cosine_embedding": lambda p: F.cosine_embedding_loss(p.x, p.y, p.of(1, -1, 1, 1, -1, 1)),
    "triplet_margin": lambda p: F.triplet_margin_loss(p.x, p.y, p.x + 1),
    "margin_ranking": lambda p: F.margin_ranking_loss(p.x, p.y, torch.sign(p.x)),
    "multilabel_soft_margin": lambda p: F.multilabel_soft_margin_loss(p.x, (p.y > 0).to(p.x)),
    "cross_entropy of weights": lambda p: F.cross_entropy(
        p.x, p.i[:, 0], label_smoothing=0.1, weight=p.positive[0]
    ),
    "cross_entropy of shares": lambda p: F.cross_entropy(p.x, F.softmax(p.y, 1)),
}

COMPLEX = {
    "sum": lambda p: p.z + p.w,
    "difference": lambda p: p.z - p.w,
    "product": lambda p: p.z * p.w,
    "sum with a number": lambda p: p.z + 1,
    "sum with a complex number": lambda p: p.z + (0.5 - 2j),
    "difference from a number": lambda p: 1 - p.z,
    "product with a number": lambda p: p.z * 2.5,
    "product with a complex number": lambda p: p.z * (1 + 2j),
    "real times complex number": lambda p: p.x * (1 + 2j),
    "real times 1j": lambda p: p.x * 1j,
    "complex times real": lambda p: p.z * p.x,
    "add_": lambda p: p.z.clone().add_(p.w, alpha=2),
    "sub_": lambda p: p.z.clone().sub_(p.w),
    "mul_": lambda p: p.z.clone().mul_(p.w),
    "mul_ by a number": lambda p: p.z.clone().mul_(1 - 1j),
    "opposite": lambda p: -p.z,
    "conjugate": lambda p: p.z.conj().resolve_conj(),
    "product with the conjugate": lambda p: p.z * p.z.conj(),
    "abs": lambda p: p.z.abs(),
    "angle": lambda p: p.z.angle(),
    "real": lambda p: p.z.real + 0,
    "imag": lambda p: p.z.imag * 2,
    "imag is set": lambda p: (p.z.clone(), p.z.imag.fill_(3))[0] + p.z,
    "view_as_complex": lambda p: torch.view_as_complex(p.image[..., :2].contiguous()),
    "cat": lambda p: torch.cat([p.z, p.w]),
    "where": lambda p: torch.where(p.x > 0, p.z, p.w),
    "rotary": lambda p: torch.view_as_complex(p.image[..., :8].reshape(2, 3, 8, 4, 2).contiguous())
    * torch.polar(p.x.new_ones(8, 4), torch.arange(32, device=p.device).view(8, 4).to(p.x)),
}

# Functions of x.
GRADIENTS = {
    "unfold": lambda p, x: x.unfold(1, 3, 2).square(),
    "cumprod": lambda p, x: x.cumprod(1),
    "sort": lambda p, x: x.sort(1).values * p.y,
    "quantile": lambda p, x: x.quantile(0.3),
    "amax": lambda p, x: x.amax(1),
    "scatter_reduce": lambda p, x: p.y.scatter_reduce(1, p.i, x, "sum").square(),
    "circular pad": lambda p, x: F.pad(x[None], (1, 1), mode="circular").square(),
    "std": lambda p, x: x.std(1),
    "complex product": lambda p, x: (torch.complex(x, p.y) * p.w).real,
    "complex square": lambda p, x: (torch.complex(x, p.y) * torch.complex(x, p.y).conj()).real,
}

LINES = {
    f"{group}: {name}": line
    for group, lines in {
        "made": MADE,
        "viewed": VIEWED,
        "indexed": INDEXED,
        "reduced": REDUCED,
        "function": FUNCTIONS,
        "product": PRODUCTS,
        "loss": LOSSES,
        "complex": COMPLEX,
    }.items()
    for name, line in lines.items()
}


def assert_same(there, here):
    assert there.device == torch.device("npu", 0)
    there = there.detach().cpu()
    if there.is_complex():
        there, here = torch.view_as_real(there), torch.view_as_real(here.detach().resolve_conj())
    if not there.dtype.is_floating_point:
        assert torch.equal(there, here.to(there.dtype))
        return
    torch.testing.assert_close(
        there.double(), here.detach().double(), rtol=2e-5, atol=1e-5, equal_nan=True
    )


@pytest.mark.parametrize("name", LINES)
def test_line(name):
    line = LINES[name]
    assert_same(line(Place("npu:0")), line(Place("cpu")))


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradient(name):
    gradients = []
    for device in ("npu:0", "cpu"):
        place = Place(device)
        x = place.x.clone().requires_grad_()
        GRADIENTS[name](place, x).sum().backward()
        gradients.append(x.grad)
    assert_same(*gradients)


def test_complex_numbers_are_printed():
    numbers = torch.complex(torch.tensor([1.5, -2.0]), torch.tensor([0.0, 3.25]))
    text = str(numbers.npu())
    assert text == str(numbers).replace(")", ", device='npu:0')")
