// A side bar that scrolls by itself keeps the part in view that is being read.
$(window).on('activate.bs.scrollspy', function () {
  $('.bs-sidebar .nav-link.active').last().each(function () {
    var bar = this.closest('.bs-sidebar');
    var top = this.getBoundingClientRect().top - bar.getBoundingClientRect().top;
    if (top < 0 || top > bar.clientHeight - this.offsetHeight) bar.scrollTop += top - bar.clientHeight / 2;
  });
});
