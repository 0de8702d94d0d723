// The copies and texts of securec.h: what they write, and what they do where there is no room.
#include <cerrno>
#include <cstring>
#include <string>

#include "gtest/gtest.h"
#include "securec.h"

namespace openaclnn {
namespace {

std::string Bytes(const char* from, size_t count) { return {from, count}; }

TEST(BoundedMemoryTest, WritesWhatThereIsRoomFor) {
  char to[6] = {'a', 'b', 'c', 'd', 'e', 'f'};
  EXPECT_EQ(memset_s(to, 4, 'x', 2), EOK);
  EXPECT_EQ(Bytes(to, 6), "xxcdef");
  EXPECT_EQ(memcpy_s(to, 6, "12", 2), EOK);
  EXPECT_EQ(Bytes(to, 6), "12cdef");
  EXPECT_EQ(memmove_s(to + 1, 5, to, 4), EOK);
  EXPECT_EQ(Bytes(to, 6), "112cdf");
}

TEST(BoundedMemoryTest, WritesNothingElse) {
  char to[6] = {'a', 'b', 'c', 'd', 'e', 'f'};
  EXPECT_EQ(memcpy_s(to, 3, "1234", 4), ERANGE_AND_RESET);
  EXPECT_EQ(Bytes(to, 6), std::string("\0\0\0def", 6));
  EXPECT_EQ(memset_s(to, 4, 'x', 5), ERANGE_AND_RESET);
  EXPECT_EQ(Bytes(to, 6), "xxxxef");
  EXPECT_EQ(memcpy_s(to + 1, 5, to, 4), EOVERLAP_AND_RESET);
  EXPECT_EQ(Bytes(to, 6), std::string("x\0\0\0\0\0", 6));
  EXPECT_EQ(memmove_s(to, 2, nullptr, 1), EINVAL_AND_RESET);
  EXPECT_EQ(memcpy_s(to, 0, "1", 1), ERANGE);
  EXPECT_EQ(memset_s(nullptr, 4, 'x', 1), EINVAL);
  EXPECT_EQ(Bytes(to, 2), std::string("\0\0", 2));
}

TEST(BoundedTextsTest, HaveAnEndInTheirRoom) {
  char to[6];
  EXPECT_EQ(strcpy_s(to, sizeof(to), "BNSD"), EOK);
  EXPECT_STREQ(to, "BNSD");
  EXPECT_EQ(strcat_s(to, sizeof(to), "x"), EOK);
  EXPECT_STREQ(to, "BNSDx");
  EXPECT_EQ(strcat_s(to, sizeof(to), "y"), ERANGE_AND_RESET);
  EXPECT_STREQ(to, "");
  EXPECT_EQ(strncpy_s(to, sizeof(to), "BNSD_NBSD", 5), EOK);
  EXPECT_STREQ(to, "BNSD_");
  EXPECT_EQ(strncpy_s(to, sizeof(to), "BNSD_NBSD", 6), ERANGE_AND_RESET);
  EXPECT_STREQ(to, "");
  EXPECT_EQ(strcpy_s(to, 4, "BNSD"), ERANGE_AND_RESET);
  EXPECT_EQ(strncat_s(to, sizeof(to), "TND", 2), EOK);
  EXPECT_STREQ(to, "TN");
  EXPECT_EQ(strcpy_s(to, sizeof(to), nullptr), EINVAL_AND_RESET);
  EXPECT_EQ(strcpy_s(to, 0, "x"), ERANGE);
  EXPECT_EQ(strcpy_s(nullptr, 4, "x"), EINVAL);
}

TEST(BoundedTextsTest, ArePrintedWhole) {
  char to[6];
  EXPECT_EQ(sprintf_s(to, sizeof(to), "%d-%s", 12, "ab"), 5);
  EXPECT_STREQ(to, "12-ab");
  EXPECT_EQ(sprintf_s(to, sizeof(to), "%d-%s", 12, "abc"), -1);
  EXPECT_STREQ(to, "");
  EXPECT_EQ(snprintf_s(to, sizeof(to), 5, "%d", 12345), 5);
  EXPECT_EQ(snprintf_s(to, sizeof(to), 3, "%d", 12345), -1);
  EXPECT_STREQ(to, "123");
  EXPECT_EQ(snprintf_s(to, sizeof(to), 9, "%d", 123456), -1);
  EXPECT_STREQ(to, "");
}

}  // namespace
}  // namespace openaclnn
